import { afterAll } from 'vitest'
import { makeMovableClock } from '../days/movable-clock'
import { openHouse } from './house'
import { describeReading } from './matrix-reading'

const clock = makeMovableClock()
afterAll(() => clock.remove())

describeReading(
  2,
  () => openHouse(clock.env),
  () => clock.stopAt(new Date()),
)
