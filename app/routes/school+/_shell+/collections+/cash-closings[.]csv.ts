import { loader as page } from './cash-closings.index'

export const loader = page.file
