import { loader as page } from './transfers.index'

export const loader = page.file
