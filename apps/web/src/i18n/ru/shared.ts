/** What every page speaks, in one file to fetch. */
import catalogue from './catalogue.json'
import common from './common.json'
import errors from './errors.json'

export default { common, catalogue, errors }
