import { listHostelApplications } from '~/models/hostels/applications.server'
import { fileLoader } from '~/office/list.server'
import { list } from './hostel-applications.index'

export const loader = fileLoader(list, listHostelApplications)
