import { readFileSync } from 'node:fs'

/*
 * Loaded into a program of the build by NODE_OPTIONS=--import: its clock is ahead by the milliseconds that the file CLOCK_FILE says at that
 * moment. A test moves the clock of a running portal by writing the file, and the product has no part in it.
 */
const real = Date
const now = () => real.now() + Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'))
globalThis.Date = new Proxy(real, {
  apply: () => new real(now()).toString(),
  construct: (_, given) => (given.length === 0 ? new real(now()) : Reflect.construct(real, given)),
  get: (_, name) => (name === 'now' ? now : Reflect.get(real, name)),
})
