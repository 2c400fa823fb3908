import CRangeKit
import RangeKit

extension RangeSample {
    /// The contract's sample; `fields` says what is there.
    @inline(__always)
    init(_ sample: rangekit_range_sample) {
        self.init(timeNs: sample.time_ns, technology: Technology(rawValue: sample.technology))
        func given(_ bit: UInt32, _ value: Float) -> Float? { sample.fields & bit != 0 ? value : nil }
        distanceM = given(RANGEKIT_SAMPLE_HAS_DISTANCE, sample.distance_m)
        distanceStddevM = given(RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV, sample.distance_stddev_m)
        azimuthRad = given(RANGEKIT_SAMPLE_HAS_AZIMUTH, sample.azimuth_rad)
        azimuthStddevRad = given(RANGEKIT_SAMPLE_HAS_AZIMUTH_STDDEV, sample.azimuth_stddev_rad)
        elevationRad = given(RANGEKIT_SAMPLE_HAS_ELEVATION, sample.elevation_rad)
        elevationStddevRad = given(RANGEKIT_SAMPLE_HAS_ELEVATION_STDDEV, sample.elevation_stddev_rad)
        powerDBm = given(RANGEKIT_SAMPLE_HAS_POWER, sample.power_dbm)
        firstPathPowerDBm = given(RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER, sample.first_path_power_dbm)
        nlosProbability = given(RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY, sample.nlos_probability)
        velocityMps = given(RANGEKIT_SAMPLE_HAS_VELOCITY, sample.velocity_mps)
    }
}
