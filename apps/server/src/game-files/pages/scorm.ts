/** The manifest at every SCORM package's root. */
export const scormManifest = 'imsmanifest.xml'

/**
 * Exports for a learning platform look for its `API` in the pages around them. Browsers throw when the page around is of
 * another origin, which ends the game. They look into their own window first and find this: a platform without a session,
 * with which they play on as they do without one. Both versions of SCORM, 1.2 and 2004.
 */
export const scormScript = `;(() => {
const no = () => 'false', none = () => '', generalError = () => '101'
const api = { Initialize: no, Terminate: no, Finish: no, GetValue: none, SetValue: no, Commit: no, GetLastError: generalError, GetErrorString: none, GetDiagnostic: none }
window.API_1484_11 = api
window.API = Object.fromEntries(Object.entries(api).map(([name, call]) => ['LMS' + name, call]))
})()`
