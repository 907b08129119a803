// Kept in words an old Node can read: it has to get as far as the sentence below.
var wanted = [20, 19]
var parts = process.versions.node.split('.').map(Number)

if (parts[0] < wanted[0] || (parts[0] === wanted[0] && parts[1] < wanted[1])) {
  console.error(
    'Shala needs Node ' +
      wanted.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '. See https://nodejs.org/',
  )
  process.exit(1)
}
