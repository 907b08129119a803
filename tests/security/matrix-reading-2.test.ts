import { openHouse } from './house'
import { describeReading } from './matrix-reading'

describeReading(2, () => openHouse())
