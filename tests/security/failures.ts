import type { House } from './house'

/** Returns the first failures of the app in its log. */
export function failuresIn(house: House): string[] {
  return house.app
    .output()
    .split('\n')
    .filter((line) => /TypeError|ReferenceError|RangeError|Sequelize/.test(line))
    .slice(0, 10)
}
