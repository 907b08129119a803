import { openHouse } from './house'
import { describePosts } from './posts'

describePosts(3, () => openHouse())
