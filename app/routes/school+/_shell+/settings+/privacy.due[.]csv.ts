import { loader as page } from './privacy.due.index'

export const loader = page.file
