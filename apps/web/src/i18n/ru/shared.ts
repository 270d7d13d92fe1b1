/** The namespaces that every page needs, in one chunk. */
import catalogue from './catalogue.json'
import common from './common.json'
import errors from './errors.json'

export default { common, catalogue, errors }
