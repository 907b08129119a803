// Lets pages import their title and their links from one module.
export { schoolPaths } from '~/addresses/school-paths'
export { pageTitle } from './page'
