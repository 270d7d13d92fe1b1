/** Who a newcomer may sign in as while the outside world is the sandbox. */
export const demoPlayer = { email: 'demo@playhub.example', password: 'Playhub2026', name: 'Demo' }
