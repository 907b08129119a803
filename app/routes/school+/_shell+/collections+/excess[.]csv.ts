import { loader as page } from './excess.index'

export const loader = page.file
