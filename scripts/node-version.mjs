import { readFileSync } from 'node:fs'

// This file uses only syntax that an old Node can parse, so that it prints the messages below.
const tried = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).triedNodes
const version = process.versions.node

if (isOlder(version, tried[0].from)) {
  console.error(`Shala needs Node ${tried[0].from} or newer; this is Node ${version}. See https://nodejs.org/`)
  process.exit(1)
}

if (!tried.some(({ from }) => lineOf(from) === lineOf(version) && !isOlder(version, from))) {
  const lines = tried.map(({ from }) => `${lineOf(from)} (from ${from})`).join(', ')
  console.error(`Shala continues on Node ${version}, but was not tested on it. It was tested on ${lines}.`)
}

function lineOf(text) {
  return text.split('.')[0]
}

/** Returns true when `text` is the older version; compares the first two numbers only. */
function isOlder(text, other) {
  const [line, step] = text.split('.').map(Number)
  const [otherLine, otherStep] = other.split('.').map(Number)
  return line < otherLine || (line === otherLine && step < otherStep)
}
