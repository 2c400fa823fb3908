// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "capable-interface", platforms: [.macOS(.v26), .iOS(.v26)],
    dependencies: [.package(name: "RangeKit", path: "../..")],
    targets: [
        .executableTarget(name: "capable-interface", dependencies: [.product(name: "RangeKit", package: "RangeKit")])
    ])
