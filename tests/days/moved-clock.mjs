import { readFileSync } from 'node:fs'

/*
 * Loaded by NODE_OPTIONS=--import into a program of the build. The program's clock runs ahead by the milliseconds in
 * CLOCK_FILE, or stops when the file has `stopped <milliseconds since 1970>`. A test moves the clock of a running
 * portal by writing the file (tests/days/movable-clock.ts), without any code in the product.
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
