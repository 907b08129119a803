import { loader as page } from './index'

export const loader = page.file
