import { loader as page } from './hostels.index'

export const loader = page.file
