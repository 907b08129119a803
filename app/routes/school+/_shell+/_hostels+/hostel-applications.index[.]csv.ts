import { listHostelApplications } from '~/models/hostels/applications.server'
import { fileLoader } from '~/office/list.server'
import { list } from './hostel-applications.index'

/** The filtered list of hostel applications for a spreadsheet. */
export const loader = fileLoader(list, listHostelApplications)
