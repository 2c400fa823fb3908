// swift-tools-version: 6.2
import PackageDescription

// RANGEKIT_EMBEDDED=1 builds the same sources as Embedded Swift: the host library behind the C ABI and
// the firmware archives. Unset, this is an ordinary Swift package. (A package trait instead of this
// switch breaks the ordinary dynamic library.)
let embedded = Context.environment["RANGEKIT_EMBEDDED"] != nil

let coreSettings: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]
    + (embedded ? [.enableExperimentalFeature("Embedded")] : [])

let package = Package(
    name: "RangeKit",
    // InlineArray needs these.
    platforms: [.macOS(.v26), .iOS(.v26), .watchOS(.v26), .tvOS(.v26), .visionOS(.v26)],
    products: [
        .library(name: "RangeKit", targets: ["RangeKit"]),
        // The C ABI: librangekit.so for hosts, librangekit-static.a for firmware. See the Makefile.
        .library(name: "rangekit", type: .dynamic, targets: ["RangeKitC"]),
        .library(name: "rangekit-static", type: .static, targets: ["RangeKitC"]),
    ],
    targets: [
        // The house, bottom up. Each room knows only what stands below it.
        .target(name: "RangingCore", swiftSettings: coreSettings),
        .target(name: "RangingMath", dependencies: ["RangingCore", "CMath"], swiftSettings: coreSettings),
        .target(
            name: "RangingWire",
            dependencies: ["RangingCore", "CMath", .target(name: "CCBOR", condition: .when(platforms: [.linux]))],
            swiftSettings: coreSettings),
        .target(
            name: "RangingTracking", dependencies: ["RangingCore", "RangingMath", "CMath"],
            swiftSettings: coreSettings),
        .target(name: "RangingSession", dependencies: ["RangingCore", "RangingWire"], swiftSettings: coreSettings),
        .target(
            name: "RangeKit",
            dependencies: ["RangingCore", "RangingMath", "RangingWire", "RangingTracking", "RangingSession"],
            swiftSettings: coreSettings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(
            name: "RangeKitC",
            dependencies: ["RangeKit", "CRangeKit", "CMath"],
            exclude: ["exports.map"],
            swiftSettings: coreSettings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

        // C modules: the contract, libcbor, and the few libc functions the core needs.
        .systemLibrary(name: "CRangeKit", path: "Include"),
        .systemLibrary(name: "CCBOR", pkgConfig: "libcbor", providers: [.apt(["libcbor-dev"])]),
        .systemLibrary(name: "CMath"),

        // Tests. TestSupport holds generators and exact arithmetic that several of them use.
        .target(name: "TestSupport", dependencies: ["RangeKit"], path: "Tests/TestSupport"),
        .testTarget(name: "RangingCoreTests", dependencies: ["RangingCore", "CRangeKit"]),
        .testTarget(name: "RangingMathTests", dependencies: ["RangingMath", "TestSupport"]),
        .testTarget(name: "RangingWireTests", dependencies: ["RangingWire", "TestSupport"]),
        .testTarget(name: "RangingTrackingTests", dependencies: ["RangingTracking", "TestSupport"]),
        .testTarget(name: "RangingSessionTests", dependencies: ["RangingSession", "TestSupport"]),
        .testTarget(name: "RangeKitTests", dependencies: ["RangeKit", "TestSupport"]),
    ]
)
