import { loader as page } from './hostel-applications.index'

export const loader = page.file
