import { loader as page } from './privacy.removed.index'

export const loader = page.file
