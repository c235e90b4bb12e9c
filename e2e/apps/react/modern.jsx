import * as React from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './shop.jsx';

createRoot(document.getElementById('app')).render(<App theme="dark" />);
