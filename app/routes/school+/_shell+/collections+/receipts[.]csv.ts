import { loader as page } from './receipts.index'

export const loader = page.file
