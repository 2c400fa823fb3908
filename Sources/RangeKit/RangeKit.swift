/// RangeKit, the ranging stack that any device can embed: `import RangeKit` gives all its rooms.
@_exported public import RangingCore
@_exported public import RangingMath
@_exported public import RangingSession
@_exported public import RangingTracking
@_exported public import RangingWire
