#include "opencv2/cudastripe.hpp"
