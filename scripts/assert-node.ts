const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `This needs Node 24 and runs under ${process.version}. Start it with npm, which brings the right one.\n`,
  )
  process.exit(2)
}
