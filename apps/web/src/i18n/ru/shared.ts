/** The namespaces of every page, in one chunk: `errors` without the messages for refusals. */
import catalogue from './catalogue.json'
import common from './common.json'
import errors from './errors.json?shared'

export default { common, catalogue, errors }
