// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "session-life", platforms: [.macOS(.v26), .iOS(.v26)],
    dependencies: [.package(name: "RangeKit", path: "../..")],
    targets: [
        .executableTarget(name: "controller", dependencies: [.product(name: "RangeKit", package: "RangeKit")])
    ])
