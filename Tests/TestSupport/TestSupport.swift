import RangeKit
