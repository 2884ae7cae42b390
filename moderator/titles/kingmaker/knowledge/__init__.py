"""What a seat may know: views, threats, ranges; and the tests of that, redealing and audit."""
