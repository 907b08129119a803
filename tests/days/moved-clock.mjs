import { readFileSync } from 'node:fs'

/*
 * Loaded into a program of the build by NODE_OPTIONS=--import: its clock is ahead by the current milliseconds in
 * CLOCK_FILE, or stopped at `stopped <milliseconds since 1970>`. A test moves the clock of a running portal by writing
 * the file (tests/days/movable-clock.ts), without any code in the product.
 */
const real = Date
const now = () => {
  const [, stopped, number] = /^(stopped )?(-?\d+)$/.exec(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) ?? []
  return (stopped ? 0 : real.now()) + Number(number)
}
globalThis.Date = new Proxy(real, {
  apply: () => new real(now()).toString(),
  construct: (_, given) => (given.length === 0 ? new real(now()) : Reflect.construct(real, given)),
  get: (_, name) => (name === 'now' ? now : Reflect.get(real, name)),
})
