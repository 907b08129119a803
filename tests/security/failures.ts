import type { House } from './house'

/** The first failures of ours that the house's log tells. */
export function failuresIn(house: House): string[] {
  return house.app
    .output()
    .split('\n')
    .filter((line) => /TypeError|ReferenceError|RangeError|Sequelize/.test(line))
    .slice(0, 10)
}
