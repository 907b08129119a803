import { loader as page } from './holidays.index'

export const loader = page.file
