// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer", platforms: [.macOS(.v26), .iOS(.v26)],
    dependencies: [.package(name: "RangeKit", path: "../../..")],
    targets: [.executableTarget(name: "consumer", dependencies: [.product(name: "RangeKit", package: "RangeKit")])])
