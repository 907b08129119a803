import { openHouse } from './house'
import { describePosts } from './posts'

describePosts(1, () => openHouse())
