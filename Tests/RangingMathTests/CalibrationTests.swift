import RangingCore
import RangingMath
import TestSupport
import Testing

/// Fits against truth that was put in, through the Swift surface.
struct CalibrationTests {
    /// Calls `body` with a workspace of just the size that is stated.
    private func withWorkspace<Result>(
        unknowns: Int, rows: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        let size = try #require(Calibrator.workspaceSize(unknowns: unknowns, rows: rows))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
        defer { memory.deallocate() }
        return try body(memory)
    }

    private let metresPerTick = PhysicalConstants.uwbTickS * PhysicalConstants.speedOfLightMps

    private func pair(_ a: Int, _ b: Int, _ delays: [Double], noise: Double = 0) -> CalibrationPair {
        var pair = CalibrationPair()
        pair.trueM = 3 + Double(a) + 0.5 * Double(b)
        pair.measuredM = pair.trueM + metresPerTick * (delays[a] + delays[b]) / 2 + noise
        (pair.deviceA, pair.deviceB) = (UInt32(a), UInt32(b))
        return pair
    }

    private func fit(
        _ pairs: [CalibrationPair], devices count: Int
    ) throws -> ([CalibrationDevice], Calibrator.Summary) {
        var devices = [CalibrationDevice](repeating: CalibrationDevice(), count: count)
        let calibrator = try Calibrator()
        let summary = try withWorkspace(unknowns: count, rows: pairs.count) { workspace in
            try devices.withUnsafeMutableBufferPointer { devices in
                try pairs.withUnsafeBufferPointer {
                    try calibrator.fitDelays($0, devices: devices, workspace: workspace)
                }
            }
        }
        return (devices, summary)
    }

    @Test func aTriangleMakesDelaysAbsolute() throws {
        let delays = [32890.0, 32950, 32870, 32910]
        let pairs = [(0, 1), (1, 2), (2, 0), (2, 3)].map { pair($0.0, $0.1, delays) }
        let (devices, summary) = try fit(pairs, devices: 4)
        #expect(summary.rank == 4)
        for (device, delay) in zip(devices, delays) {
            #expect(abs(device.delayTicks - delay) < 1e-6)
            #expect(!device.fields.contains(.onlySums))
        }
    }

    @Test func twoSidesLeaveOneDirectionOpen() throws {
        let delays = [32890.0, 32950, 32870, 32910]
        let pairs = [(0, 1), (0, 2), (3, 1), (3, 2)].map { pair($0.0, $0.1, delays) }
        let (devices, summary) = try fit(pairs, devices: 4)
        #expect(summary.rank == 3)
        #expect(summary.componentCount == 1)
        #expect(devices.allSatisfy { $0.fields.contains(.onlySums) })
        #expect(abs(devices[0].delayTicks + devices[1].delayTicks - delays[0] - delays[1]) < 1e-6)
        let along = devices[0].delayTicks + devices[3].delayTicks - devices[1].delayTicks - devices[2].delayTicks
        #expect(abs(along) < 1e-6)
    }

    @Test func anEdgeThatJoinsTwoComponentsKeepsTheirSides() throws {
        // 0-1 and 2-3 first, then 1-2: a path, still without an odd cycle; 3-0 closes an even one; 0-2 an odd one.
        let delays = [100.0, 200, 300, 400]
        var pairs = [(0, 1), (2, 3), (1, 2), (3, 0)].map { pair($0.0, $0.1, delays) }
        #expect(try fit(pairs, devices: 4).1.rank == 3)
        pairs.append(pair(0, 2, delays))
        let (devices, summary) = try fit(pairs, devices: 4)
        #expect(summary.rank == 4)
        #expect(abs(devices[3].delayTicks - 400) < 1e-6)
    }

    @Test func linksAndLevelsAreFoundAndTakenOff() throws {
        var random = SeededGenerator(seed: 5)
        var samples: [CalibrationSample] = []
        for row in 0..<2000 {
            var sample = CalibrationSample()
            sample.trueM = Double.random(in: 1...20, using: &random)
            sample.levelDbm = Float.random(in: -100 ... -80, using: &random)
            sample.link = UInt32(row % 2)
            sample.fields = [.level]
            let noise = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
            let bias = (row % 2 == 0 ? 0.3 : -0.1) - 0.005 * (Double(sample.levelDbm) + 90)
            sample.measuredM = sample.trueM + bias + 0.02 * noise
            samples.append(sample)
        }
        var links = [CalibrationLink](repeating: CalibrationLink(), count: 2)
        var levels = [CalibrationLevel](repeating: CalibrationLevel(), count: 8)
        let calibrator = try Calibrator()
        try samples.withUnsafeBufferPointer { samples in
            _ = try withWorkspace(unknowns: 2, rows: 2000) { workspace in
                try links.withUnsafeMutableBufferPointer {
                    try calibrator.fitLinks(samples, links: $0, workspace: workspace)
                }
            }
            #expect(abs(links[0].biasM - 0.3) < 0.01)
            #expect(abs(links[1].biasM + 0.1) < 0.01)
            #expect(links[0].effectiveCount > 500)
            let found = try withWorkspace(unknowns: 8, rows: 2000) { workspace in
                try levels.withUnsafeMutableBufferPointer { levels in
                    try links.withUnsafeBufferPointer {
                        try calibrator.fitLevels(samples, links: $0, levels: levels, workspace: workspace)
                    }
                }
            }
            #expect(found.count == 8)
            #expect(abs(found.summary.rmseAfterM - 0.02) < 0.002)
            let calibration = try links.withUnsafeBufferPointer { links in
                try levels.withUnsafeBufferPointer { levels in
                    try RangeCalibration(links: links, levels: levels).range(samples[0])
                }
            }
            #expect(abs(calibration.distanceM - samples[0].trueM) < 0.1)
        }
    }

    @Test func workspacesAreChecked() throws {
        let pairs = [pair(0, 1, [1, 2])]
        var devices = [CalibrationDevice](repeating: CalibrationDevice(), count: 2)
        let calibrator = try Calibrator()
        #expect(throws: Status.bufferTooSmall) {
            try devices.withUnsafeMutableBufferPointer { devices in
                try pairs.withUnsafeBufferPointer {
                    try calibrator.fitDelays(
                        $0, devices: devices, workspace: UnsafeMutableRawBufferPointer(start: nil, count: 0))
                }
            }
        }
        #expect(Calibrator.workspaceSize(unknowns: .max, rows: 1) == nil)
        #expect(Calibrator.workspaceSize(unknowns: 1, rows: .max) == nil)
        #expect(Calibrator.workspaceSize(unknowns: -1, rows: 1) == nil)
    }
}
