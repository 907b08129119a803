import { listTransportApplications } from '~/models/transport/applications.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of transport applications for a spreadsheet. */
export const loader = fileLoader(list, listTransportApplications)
