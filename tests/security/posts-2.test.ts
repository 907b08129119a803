import { openHouse } from './house'
import { describePosts } from './posts'

describePosts(2, () => openHouse())
