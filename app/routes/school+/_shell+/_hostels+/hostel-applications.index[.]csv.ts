import { fileLoader } from '~/kit/pages/list.server'
import { listHostelApplications } from '~/models/money/hostels/decide/applications.server'
import { list } from './hostel-applications.index'

export const loader = fileLoader(list, listHostelApplications)
