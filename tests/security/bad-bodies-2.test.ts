import { openHouse } from './house'
import { describeRefusals } from './refused-bodies'

describeRefusals(2, () => openHouse())
