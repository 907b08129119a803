import { listCertificates } from '~/models/certificates/certificates.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of certificates for a spreadsheet. */
export const loader = fileLoader(list, listCertificates)
