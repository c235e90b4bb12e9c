import * as React from 'react';
import ReactDOM from 'react-dom';

import { App } from './shop.jsx';

ReactDOM.render(<App theme="dark" />, document.getElementById('app'));
