import CMath
import RangingCore

/// From tones and round trips to a distance: the posterior over distance, given that the tones are a direct path
/// and scattered power behind it. The model stands in `sounding.h`.
///
/// Complexity: a procedure costs one 256-point transform a path, and a triangular solve for each of 36 distances and
/// each hypothesis. Nothing is allocated. All-zero memory is a valid state once `initialize` has run.
public struct SoundingEstimator: ~Copyable {
    public typealias Options = Sounding.Options

    /// Distances that are tried, in points of the transform, and how many of them lie before the strongest one.
    static var candidateCount: Int { 29 }
    static var candidatesBefore: Int { 26 }
    /// Scored with what interpolation needs: 3 before, 4 after.
    static var scoredCount: Int { 36 }
    static var windowCount: Int { 60 }
    /// Finer points a candidate, and all of them.
    static var finerCount: Int { 4 }
    static var fineCount: Int { 113 }
    static var historyCount: Int { 8 }

    /// What is known of one antenna path's tones in the procedure at hand.
    struct PathState: BitwiseCopyable {
        var isUsed = false
        /// The greatest common spacing of its channels, MHz.
        var spacing: Int32 = 0
        /// From its first channel to its last, MHz.
        var bandwidth: Float = 1
        var channelCount: UInt32 = 0
        var toneCount: Float = 0
        var weights: Float = 0
        var energy: Float = 0
        /// Where the transform is strongest, and that relative to the reference path's.
        var peak: Int32 = 0
        var offset: Float = 0
        /// The single path: where, how sharp, its log likelihood, its unexplained share of the power.
        var single = SinglePath()
        /// The largest log likelihood of all.
        var crest: Float = 0
        /// The posterior's mass over its maximum, in points.
        var width: Float = 1
        /// Spread of the delay profile, what the model is wrong by below and above, and the share of hypotheses
        /// with more scattered than direct power.
        var spreadM: Float = 0
        var downM: Float = 0
        var upM: Float = 0
        var scattered: Float = 0
        /// The share of the power that the best hypothesis leaves.
        var unexplained: Float = 1
    }

    struct SinglePath: BitwiseCopyable {
        var position: Float = 0
        var sigma: Float = 1
        var logLikelihood: Float = 0
        var unexplained: Float = 1
        /// Of phases alone: the part of `unexplained` that neighbouring channels share, which noise does not.
        var echoes: Float = 0
    }

    struct Entry: BitwiseCopyable {
        var timeNs: Int64 = 0
        var distanceM: Float = 0
        var stddevM: Float = 0
    }

    var options: Options
    var twiddles: InlineArray<512, Float>
    /// A path's tones on their way to its window; later the posterior's grid.
    var transform: InlineArray<512, Float>
    /// Sums of weighted tones by path and channel, then their weights.
    var tones: InlineArray<632, Float>
    var weights: InlineArray<316, Float>
    /// The transform around a path's strongest point, real parts and then imaginary ones.
    var window: InlineArray<120, Float>
    var gram: InlineArray<26, Float>
    var triangles: InlineArray<1092, Float>
    var determinants: InlineArray<6, Float>
    /// Log likelihoods of one path by hypothesis at the finer points.
    var values: InlineArray<678, Float>
    /// Each path's sum of them, logarithms against the crest.
    var fine: InlineArray<452, Float>
    var shares: InlineArray<65, Float>
    var spreadsM: InlineArray<5, Float>
    var scratch: InlineArray<140, Float>
    var paths: InlineArray<4, PathState>
    /// Tones and weights of the reference path in the procedure before.
    var previous: InlineArray<237, Float>
    var history: InlineArray<8, Entry>
    var historyUsed: Int32
    /// Procedures without a change of the channel; the path that `previous` is of.
    var stillCount: UInt32
    /// How far the phases' slopes have walked from the common phases since then.
    var slopeM: Float
    var previousPath: Int32
    var hasResult: Bool
    var tonesDigest: UInt32
    var latestResult: Sounding.Result

    /// Makes an estimator in all-zero memory, where it lies. It is used through the pointer: as a value it would pass
    /// over the stack, all of it.
    public static func initialize(zeroed memory: UnsafeMutablePointer<SoundingEstimator>, options: Options) {
        memory.pointee.options = options
        memory.pointee.previousPath = -1
        let parts = Parts(memory)
        SoundingTransform.fillTwiddles(parts.twiddles)
        for index in 0..<SoundingHypotheses.ratioCount {
            parts.spreadsM[index] = SoundingHypotheses.fillProfile(
                parts.shares + index &* SoundingHypotheses.tapCount, ratio: SoundingHypotheses.ratio(index))
        }
    }

    /// Forgets all results and the time; the options stay.
    public mutating func reset() {
        historyUsed = 0
        stillCount = 0
        slopeM = 0
        previousPath = -1
        hasResult = false
        tonesDigest = 0
    }

    /// Pointers to the arrays: an element access through the struct may copy the whole array.
    struct Parts {
        let state: UnsafeMutablePointer<SoundingEstimator>
        let twiddles: UnsafeMutablePointer<Float>
        let transform: UnsafeMutablePointer<Float>
        let tones: UnsafeMutablePointer<Float>
        let weights: UnsafeMutablePointer<Float>
        let window: UnsafeMutablePointer<Float>
        let gram: UnsafeMutablePointer<Float>
        let triangles: UnsafeMutablePointer<Float>
        let determinants: UnsafeMutablePointer<Float>
        let values: UnsafeMutablePointer<Float>
        let fine: UnsafeMutablePointer<Float>
        let shares: UnsafeMutablePointer<Float>
        let spreadsM: UnsafeMutablePointer<Float>
        let scratch: UnsafeMutablePointer<Float>
        let paths: UnsafeMutablePointer<PathState>
        let history: UnsafeMutablePointer<Entry>
        let previous: UnsafeMutablePointer<Float>

        init(_ state: UnsafeMutablePointer<SoundingEstimator>) {
            self.state = state
            twiddles = first(&state.pointee.twiddles, of: Float.self)
            transform = first(&state.pointee.transform, of: Float.self)
            tones = first(&state.pointee.tones, of: Float.self)
            weights = first(&state.pointee.weights, of: Float.self)
            window = first(&state.pointee.window, of: Float.self)
            gram = first(&state.pointee.gram, of: Float.self)
            triangles = first(&state.pointee.triangles, of: Float.self)
            determinants = first(&state.pointee.determinants, of: Float.self)
            values = first(&state.pointee.values, of: Float.self)
            fine = first(&state.pointee.fine, of: Float.self)
            shares = first(&state.pointee.shares, of: Float.self)
            spreadsM = first(&state.pointee.spreadsM, of: Float.self)
            scratch = first(&state.pointee.scratch, of: Float.self)
            paths = first(&state.pointee.paths, of: PathState.self)
            history = first(&state.pointee.history, of: Entry.self)
            previous = first(&state.pointee.previous, of: Float.self)
        }
    }
}

@inline(__always)
private func first<Storage, Element>(
    _ storage: UnsafeMutablePointer<Storage>, of: Element.Type
) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(storage).assumingMemoryBound(to: Element.self)
}
