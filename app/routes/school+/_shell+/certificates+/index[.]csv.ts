import { listCertificates } from '~/models/certificates/certificates.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listCertificates)
