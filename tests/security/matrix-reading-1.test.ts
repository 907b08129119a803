import { openHouse } from './house'
import { describeReading } from './matrix-reading'

describeReading(1, () => openHouse())
