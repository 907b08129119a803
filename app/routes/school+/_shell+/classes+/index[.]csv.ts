import { classes } from '~/models/academics/classes.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of classes for a spreadsheet. */
export const loader = fileLoader(list, classes.list)
